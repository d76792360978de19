-- The public balance sheet adds up what sources paid for loans.
create index loan_events_lost on loan_events (time_ms) where kind = 'lost';
