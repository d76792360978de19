-- Devices (WebAuthn) by which operators agree to withdrawals: only what their browsers are asked for. Which keys count stands in the signer's own policy.
create table operator_devices (
  credential text primary key,      -- id, base64url
  operator_id bigint not null references operators (id),
  name text not null,
  created_at timestamptz not null
);
create index operator_devices_of on operator_devices (operator_id);

-- What operators' devices signed of a withdrawal, for the signer. The last one of each operator and attempt.
create table withdrawal_agreements (
  withdrawal bigint not null,
  operator_id bigint not null references operators (id),
  attempt integer not null,         -- an attempt on Tron is agreed to anew
  assertion text not null,          -- the browser's answer, JSON
  expires_ms bigint not null,
  created_at timestamptz not null,
  primary key (withdrawal, operator_id, attempt)
);
