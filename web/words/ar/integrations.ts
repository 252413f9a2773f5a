// The text of addresses, event subscriptions and slash commands, in Arabic.

import type { integrationWords as English } from '../en-integrations'
import { isolated } from './grammar'

const PROGRAMS = ['Slack', 'Discord', 'Mattermost', 'Rocket.Chat'].map(isolated).join('، ')

export const integrationWords: typeof English = {
  service: 'عنوان لخدمة خارجية',
  serviceText: 'ترسل خدمة مثل GitHub الأحداث إلى عنوان خاص بها تنشئه هنا:',

  addresses: 'عناوين لبرامج خوادم دردشة أخرى',
  addressesText: `كل برنامج يمكنه الإرسال إلى ${PROGRAMS} أو ${isolated('Teams')} يمكنه الإرسال إلى هنا. يظهر كل عنوان مرة واحدة.`,
  noAddresses: 'لا عناوين.',
  channel: 'القناة',
  toOwner: 'رسائل مباشرة إلى مالك الروبوت',
  topic: 'الموضوع (إذا تُرك فارغًا، تحدده كل رسالة)',
  mayMention: 'يمكنه الإشارة إلى الجميع',
  newAddress: 'إنشاء عنوان',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: `${isolated('Teams')}، الموصلات`,
    teams_workflow: `${isolated('Teams')}، مسارات العمل`,
  },

  events: 'إرسال الأحداث إلى عنوان',
  eventsText: `يستقبل العنوان ما يراه الروبوت، موقّعًا حسب ${isolated('Standard Webhooks')}.`,
  noSubscriptions: 'لا عنوان يستقبل الأحداث.',
  url: 'العنوان',
  eventNames: {
    message: 'الرسائل',
    reaction: 'التفاعلات',
    membership: 'الانضمام إلى القنوات ومغادرتها',
    topic_resolved: 'المواضيع المحلولة',
  },
  allPublic: 'مع رسائل كل القنوات العامة',
  newSubscription: 'إرسال الأحداث',
  secret: 'المفتاح السري للتواقيع',
  newSecret: 'مفتاح سري جديد',
  newSecretFor: (name) => `مفتاح سري جديد لـ${isolated(name)}`,
  newSecretText: 'أدخل المفتاح الجديد في البرنامج الذي يستقبل الطلبات. يوقّع المفتاح السابق أيضًا لمدة يوم، إلا إذا تسرب.',
  hasLeaked: 'تسرب المفتاح السابق: يجب ألا يوقّع شيئًا بعد الآن',
  replace: 'استبدال',
  enabled: 'مفعّل',
  deliveries: 'آخر الأحداث',
  noDeliveries: 'لم يُرسل شيء بعد.',
  outcomes: { delivered: 'وصل', failed: 'فشل', waiting: 'في انتظار محاولة أخرى' },
  resend: 'إعادة الإرسال',

  presses: 'الأزرار والقوائم والحقول',
  pressesText: 'عندما يضغط شخص أو يختار، يُستدعى هذا العنوان. يسمّيه Slack ‏Request URL. من دونه يذكر النص أسماءها فقط.',

  commandsText: `يرسل أمر مثل ${isolated('/deploy')} نصه إلى عنوان، ثم يعرض الإجابة.`,
  noCommands: 'لا أوامر بعد.',
  newCommand: 'أمر جديد',
  commandName: `الاسم، مثل ${isolated('deploy')}`,
  description: 'ما يفعله',
  hint: `ما يُكتب بعده، مثل ${isolated('[version]')}`,
  bot: 'الروبوت الذي يجيب',
  noBots: 'يحتاج الأمر إلى روبوت. أنشئ واحدًا أولًا.',
  createBot: 'الروبوتات',
}
