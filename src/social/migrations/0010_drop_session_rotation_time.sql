-- Written with every refresh and read by nobody: the generation alone decides.
alter table social.sessions drop column rotated_at;
