-- The device that a session was opened on: the id within what its browser was given to keep and showed at the login, or was given in this session.
alter table sessions add column device_id text;
create index sessions_devices on sessions (user_id, device_id) where device_id is not null;
