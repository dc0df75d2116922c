<?php
// Receives Signalbox's webhooks in PHP: composer require standard-webhooks/standard-webhooks; SIGNALBOX_WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:4000 receiver.php
require __DIR__ . '/vendor/autoload.php';

use StandardWebhooks\Exception\WebhookVerificationException;
use StandardWebhooks\Webhook;

$inbox = 'inbox';
if (!is_dir($inbox)) mkdir($inbox, recursive: true);

$body = file_get_contents('php://input'); // exactly what was signed
$headers = [];
foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
    $headers[$name] = $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null;
}

try {
    (new Webhook(getenv('SIGNALBOX_WEBHOOK_SECRET')))->verify($body, $headers);
} catch (WebhookVerificationException) {
    http_response_code(401);
    return;
}

// The same event may come more than once, and always with the same webhook-id. The link appears whole or not at all.
$file = "$inbox/{$headers['webhook-id']}.json";
$unfinished = tempnam($inbox, 'new');
$isKept = file_put_contents($unfinished, $body) !== false && (file_exists($file) || @link($unfinished, $file) || file_exists($file));
unlink($unfinished);
http_response_code($isKept ? 204 : 500); // kept: whatever takes long happens afterwards, from the inbox
