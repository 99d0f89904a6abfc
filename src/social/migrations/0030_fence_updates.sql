select platform.fence_table('social.updates', 'created_at');
