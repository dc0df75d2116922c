# The same check in Python without a library: HMAC-SHA256 over "id.timestamp.body", compared in constant time.
import base64
import hashlib
import hmac
import time


def verify(secret: str, headers: dict, body: bytes) -> bool:
    id, timestamp, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:  # missing, or an old request played back
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, given.encode()) for given in signatures.split(" "))
