-- When a setting was set: the price of payments is believed for some hours only.
ALTER TABLE site_settings ADD COLUMN set_at timestamptz NOT NULL DEFAULT now();
