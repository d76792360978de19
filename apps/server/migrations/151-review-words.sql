-- Our words for how far the review of an identity is; before, the numbers of the wire: 0 none, 1 under review, 2 approved, 3 rejected.
alter table users drop constraint users_review_status_check;
alter table users alter column review_status drop default;
alter table users alter column review_status type text using
  case review_status when 0 then 'none' when 1 then 'underReview' when 2 then 'approved' else 'rejected' end;
alter table users alter column review_status set default 'none';
alter table users add constraint users_review_status_check check (review_status in ('none', 'underReview', 'approved', 'rejected'));

drop index identity_applications_open;
alter table identity_applications drop constraint identity_applications_status_check;
alter table identity_applications alter column status drop default;
alter table identity_applications alter column status type text using
  case status when 1 then 'underReview' when 2 then 'approved' else 'rejected' end;
alter table identity_applications alter column status set default 'underReview';
alter table identity_applications add constraint identity_applications_status_check check (status in ('underReview', 'approved', 'rejected'));
create unique index identity_applications_open on identity_applications (user_id, kind) where status in ('underReview', 'approved');
