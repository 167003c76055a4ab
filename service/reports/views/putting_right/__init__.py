"""What a strike or a correction would change, before it is done."""
