-- Unused by the version before: what a browser has begun at the provider is sealed in its cookie.
drop table provider_sign_ins;
