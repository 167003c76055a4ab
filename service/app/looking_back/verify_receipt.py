"""Verifies receipts and signed heads, alone or against each other. It opens no book and makes none."""

from __future__ import annotations

from engine.speech import say
from service.book.receipts.checking import (
    ReceiptCheck,
    ReceiptProof,
    answered,
    is_fingerprint,
    proof_of,
    proof_of_head,
    with_more,
)
from service.book.receipts.comparing import continues, head_stands_in
from service.book.receipts.form import BYTES_MAX, Receipt
from service.book.receipts.qr import SignedHead

__all__ = ["BYTES_MAX", "Receipt", "ReceiptProof", "SignedHead", "is_fingerprint", "verify_head", "verify_receipt"]


def verify_receipt(
    content: bytes, *, after: bytes | None = None, expected: str = ""
) -> tuple[ReceiptProof, Receipt | None]:
    """Everything that can be checked of a receipt, and the receipt, None if it cannot be read.

    `after` is an earlier one that it should continue, `expected` the fingerprint that its key should have.
    """
    proof, receipt = proof_of(content, expected=expected)
    if receipt is not None and after is not None:
        proof = with_more(proof, *_after(receipt, after))
    return proof, receipt


def verify_head(
    text: str, *, receipt: bytes | None = None, expected: str = ""
) -> tuple[ReceiptProof, SignedHead | None]:
    """The same of a signed head; with a `receipt` of the same night, whether that has it too."""
    proof, head = proof_of_head(text, expected=expected)
    if head is not None and receipt is not None:
        beside, found = proof_of(receipt)
        proof = with_more(proof, _holds_itself("receipt", beside), *([head_stands_in(head, found)] if found else []))
    return proof, head


def _after(receipt: Receipt, content: bytes) -> tuple[ReceiptCheck, ...]:
    beside, earlier = proof_of(content)
    return (_holds_itself("earlier", beside), *(continues(receipt, earlier) if earlier else ()))


def _holds_itself(name: str, beside: ReceiptProof) -> ReceiptCheck:
    """Whether another receipt, with which this is compared, holds."""
    wrong = next((check.sentence for check in beside.checks if not check.holds), "")
    return answered(name, holds=beside.holds, good=say("The receipt that it is compared with holds."), bad=wrong)
