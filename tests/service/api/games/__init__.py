"""Games and judgements over HTTP."""
