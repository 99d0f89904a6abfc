import { h, type ComponentType, type VNode } from 'preact';
import { visit } from '../router/router.ts';
import { useStore } from '../state/store.ts';
import { AttendanceForm } from './attendance.ts';
import { Blocks } from './blocks.ts';
import { Data } from './data.ts';
import { Notices } from './notices.ts';
import { Notifications } from './notifications.ts';
import { Overview } from './overview.ts';
import { Reports } from './reports.ts';
import { ProfileForm } from './profile.ts';
import { Search } from './search.ts';

const parts: Readonly<Record<string, ComponentType>> = {
  '/app/me/profile': ProfileForm,
  '/app/me/search': Search,
  '/app/me/attendance': AttendanceForm,
  '/app/me/notifications': Notifications,
  '/app/me/blocks': Blocks,
  '/app/me/notices': Notices,
  '/app/me/reports': Reports,
  '/app/me/data': Data,
};

export function Screen(): VNode {
  const { path } = useStore(visit);
  return h(parts[path.replace(/\/$/, '')] ?? Overview, {});
}
