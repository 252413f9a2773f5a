// The text of what the organization uses and costs, in Arabic.

import type { usageWords as English } from '../en-usage'
import { isolated } from './grammar'

export const usageWords: typeof English = {
  now: 'ما لديها الآن',
  counts: {
    people: 'الأشخاص',
    active_people: 'النشطون في آخر 30 يومًا',
    bots: 'الروبوتات',
    channels: 'القنوات',
    messages: 'الرسائل حتى الآن',
    messages_of_30_days: 'الرسائل في آخر 30 يومًا',
    file_bytes: 'الملفات',
  },
  days: 'الأيام الأخيرة',
  daysText: 'بالتوقيت العالمي UTC. الأرقام قديمة ببضع دقائق.',
  day: 'اليوم',
  ofDay: { messages: 'الرسائل', requests: 'الطلبات', emails: 'رسائل البريد الإلكتروني', pushes: 'الإشعارات الفورية' },
  costs: 'تكلفة الشهر على المشغّل',
  calls: 'المكالمات',
  callsText:
    'تنتقل الأصوات والصور من متصفح إلى متصفح، أو عبر خادم الوسائط للمشغّل. لا تكلف المكالمة هنا إلا طلباتها: ساعة مع عشر عمليات انضمام أقل من عُشر سنت. تُدفع تكلفة المرحّل وخادم الوسائط حيث يعملان.',
  mediaText:
    'يكلف خادم وسائط Cloudflare ‏0.05 دولار لكل غيغابايت يستقبله المشاركون، بعد 1000 غيغابايت في الشهر: نحو سنت لساعة بعشرة أصوات، و40 سنتًا مع عشر كاميرات.',
  costsText: (plan) =>
    `تقدير من الأشخاص والرسائل في آخر 30 يومًا، ومن العمل المحسوب. يشمل ${isolated(plan)} لخطة المنصة، ولا يشمل التخزين. تكلفة ${isolated('WebSocket')} أقل من تكلفة الاستطلاع المطوّل.`,
  resource: 'العمل',
  withSockets: `مع ${isolated('WebSocket')}`,
  withPolls: 'مع الاستطلاع المطوّل',
  total: 'في الشهر',
  resources: {
    worker_requests: 'الطلبات',
    worker_cpu_ms: 'وقت المعالج (مللي ثانية)',
    realm_requests: 'الطلبات إلى كائن المؤسسة',
    realm_gb_seconds: 'ذاكرة الكائن (غيغابايت ثانية)',
    realm_rows_written: 'الصفوف المكتوبة',
    realm_rows_read: 'الصفوف المقروءة',
    d1_rows_written: 'الصفوف المكتوبة في الأرشيف',
    d1_rows_read: 'الصفوف المقروءة من الأرشيف',
  },
  cell: (amount, dollars) => `${isolated(amount)} · ${isolated(dollars)}`,
}
