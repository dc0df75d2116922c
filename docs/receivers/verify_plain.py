# The same check in Python without a library: HMAC-SHA256 over "id.timestamp.body", compared in constant time.
import base64
import hashlib
import hmac
import time


def verify(secret: str, headers: dict, body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:  # an old request played back
        return False
    content = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, given.encode()) for given in headers["webhook-signature"].split(" "))
