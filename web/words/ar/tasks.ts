// The first tasks of an owner, in Arabic.

import type { taskWords as English } from '../en-tasks'
import { isolated } from './grammar'

export const taskWords: typeof English = {
  title: 'الخطوات الأولى',
  text: 'خمس خطوات تجهّز مؤسستك. تُفتح كل منها في الإعدادات، وتبقى هذه القائمة حتى تنتهي.',
  tasks: {
    profile: { name: 'الاسم والصورة', text: 'ليتعرف الناس على المؤسسة.' },
    channels: { name: 'القنوات', text: 'قناة لكل موضوع أو فريق، والقنوات التي يبدأ فيها الأعضاء الجدد.' },
    invitations: { name: 'الدعوات', text: 'بالبريد الإلكتروني، أو برابط لكثير من الناس.' },
    integrations: { name: 'عمليات التكامل', text: `روبوتات وخدمات تكتب هنا، مثل ${isolated('GitHub')}.` },
    notifications: { name: 'الإشعارات', text: 'قرر ما الذي ينبّهك.' },
  },
  done: 'تحديد كمنجز',
  isDone: '✓ تم',
  markDone: (name) => `تحديد كمنجز: ${name}`,
  hide: 'إخفاء',
  step: (at, all, name) => `الخطوة ${at} من ${all}: ${name}`,
  next: 'تم، الخطوة التالية',
  finish: 'تم',
  newChannel: 'قناة جديدة',
}
