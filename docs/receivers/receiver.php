<?php
// Receives Signalbox's webhooks in PHP 8, with nothing to install: SIGNALBOX_WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 receiver.php

const MAX_BODY_BYTES = 1024 * 1024;
$inbox = 'inbox';
if (!is_dir($inbox)) @mkdir($inbox, recursive: true);

/** HMAC-SHA256 over "id.timestamp.body", compared in constant time. Whatever is malformed is not signed. */
function isSigned(string $key, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false; // missing, malformed, or an old request played back
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Several signatures, with spaces between: during a rotation one for each secret.
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
// The bytes that were signed: parsing and writing JSON again changes them.
$body = (string) file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
$header = fn (string $name): string => (string) ($_SERVER["HTTP_WEBHOOK_$name"] ?? '');
$id = $header('ID');
if (strlen($body) > MAX_BODY_BYTES || !isSigned($key, $id, $header('TIMESTAMP'), $header('SIGNATURE'), $body)) {
    http_response_code(401);
    return;
}

// The same event can come more than once, always with the same webhook-id. The link appears whole or not at all.
$file = "$inbox/$id.json";
$unfinished = tempnam($inbox, 'new');
$isKept = file_put_contents($unfinished, $body) !== false && (file_exists($file) || @link($unfinished, $file) || file_exists($file));
unlink($unfinished);
http_response_code($isKept ? 204 : 500); // stored; slow work happens afterwards, from the inbox
