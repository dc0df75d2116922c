# Receives Signalbox's webhooks in Python, with nothing to install: SIGNALBOX_WEBHOOK_SECRET=whsec_... python3 receiver.py
import base64
import hashlib
import hmac
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["SIGNALBOX_WEBHOOK_SECRET"].removeprefix("whsec_"), validate=True)
MAX_BODY_BYTES = 1024 * 1024
INBOX = "inbox"
os.makedirs(INBOX, exist_ok=True)


def is_signed(headers, body):
    """HMAC-SHA256 over "id.timestamp.body", compared in constant time. Never raises: whatever is malformed is not signed."""
    id, timestamp, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False  # missing, malformed, or an old request played back
    signed = f"{id}.{timestamp}.".encode("utf-8", "replace") + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    # Several signatures, with spaces between: during a rotation one for each secret.
    return any([hmac.compare_digest(expected, given.encode("utf-8", "replace")) for given in signatures.split(" ")])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = self.headers.get("content-length") or "0"
        if not re.fullmatch("[0-9]{1,7}", length) or int(length) > MAX_BODY_BYTES:
            return self.answer(401)
        body = self.rfile.read(int(length))  # the bytes that were signed: parsing and writing JSON again changes them
        if not is_signed(self.headers, body):
            return self.answer(401)
        keep_once(self.headers["webhook-id"], body)
        self.answer(204)  # stored; slow work happens afterwards, from the inbox

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


def keep_once(id, body):
    """The same event can come more than once, always with the same webhook-id. The link appears whole or not at all."""
    unfinished = f"{INBOX}/{id}.{threading.get_ident()}.new"
    with open(unfinished, "wb") as file:
        file.write(body)
    try:
        os.link(unfinished, f"{INBOX}/{id}.json")
    except FileExistsError:
        pass
    finally:
        os.remove(unfinished)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
