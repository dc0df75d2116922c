-- Removes accounts of Google or GitHub that were connected before the address of their person was confirmed: somebody else may have
-- connected them and waited for the owner of the address. From this release on, confirming an address removes them itself.
-- Signing up through a provider writes both rows at the same moment, with two clocks; the minute keeps those.
DELETE FROM "account" a USING "user" u
WHERE u.id = a.user_id AND a.created_at < u.email_verified_at - interval '1 minute';
