-- The engines of the sample team. They invent their answers, as `sample` does.
INSERT INTO "ai_engine" ("id", "name", "surface") VALUES
    ('sample_chatgpt', 'ChatGPT (sample)', 'api'),
    ('sample_copilot', 'Copilot (sample)', 'api'),
    ('sample_google_ai_mode', 'Google AI Mode (sample)', 'api')
ON CONFLICT ("id") DO NOTHING;
