<?php
// Receives Signalbox webhooks in PHP 8, without dependencies: SIGNALBOX_WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 receiver.php

const MAX_BODY_BYTES = 1024 * 1024;
$inbox = 'inbox';
if (!is_dir($inbox)) @mkdir($inbox, recursive: true);

/** Verifies HMAC-SHA256 over "id.timestamp.body" in constant time. Malformed input counts as not signed. */
function isSigned(string $key, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false; // missing, malformed, or a replayed old request
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // The header has several signatures, separated by spaces, during a rotation: one for each secret.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

$key = base64_decode(preg_replace('/\Awhsec_/', '', (string) getenv('SIGNALBOX_WEBHOOK_SECRET')), true);
if ($key === false || strlen($key) < 24) {
    error_log('SIGNALBOX_WEBHOOK_SECRET must be a signing secret (whsec_...)');
    http_response_code(500);
    return;
}
// The signature covers the raw bytes, so do not parse and serialize the JSON first.
$body = (string) file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
$header = fn (string $name): string => (string) ($_SERVER["HTTP_WEBHOOK_$name"] ?? '');
$id = $header('ID');
if (strlen($body) > MAX_BODY_BYTES || !isSigned($key, $id, $header('TIMESTAMP'), $header('SIGNATURE'), $body)) {
    http_response_code(401);
    return;
}

// Stores an event once. It can arrive more than once, always with the same webhook-id. Creating the link is atomic.
$file = "$inbox/$id.json";
$unfinished = tempnam($inbox, 'new');
$isStored = file_put_contents($unfinished, $body) !== false && (file_exists($file) || @link($unfinished, $file) || file_exists($file));
unlink($unfinished);
http_response_code($isStored ? 204 : 500); // stored: respond first, then process the inbox
