// The text about how a user logs in, and about who acts for the user, in Arabic.

import type { safetyWords as English } from '../en-safety'
import { counted, isolated } from './grammar'

const codesLeft = counted({
  zero: 'لم تبقَ رموز استرداد.',
  one: 'بقي رمز استرداد واحد.',
  two: 'بقي رمزا استرداد.',
  few: 'بقيت # رموز استرداد.',
  many: 'بقي # رمز استرداد.',
  other: 'بقي # رمز استرداد.',
})

export const safetyWords: typeof English = {
  confirm: 'تأكيد هويتك',
  confirmText: 'يحتاج هذا التغيير إلى إثبات أنك صاحب الحساب.',
  goOn: 'استمرار',
  usePasskey: 'استخدام مفتاح مرور',
  noPasskeyUsed: 'لم يُستخدم مفتاح مرور. حاول من جديد.',
  logInAgain: 'سجّل الدخول من جديد، ثم أجرِ التغيير.',
  logInWith: (provider) => `تسجيل الدخول من جديد عبر ${isolated(provider)}`,

  codes: 'رموز لمرة واحدة',
  codesText: 'يحتاج تسجيل الدخول عندئذ إلى رمز من هاتفك إلى جانب كلمة المرور.',
  codesSince: (day) => `مفعّلة منذ ${isolated(day)}.`,
  codesLeft: (codes) => codesLeft(codes),
  manageCodes: 'إدارة الرموز لمرة واحدة',

  identities: 'الهويات المرتبطة',
  identitiesText: 'يمكنك تسجيل الدخول بأي منها، أيًا كان عنوانها.',
  connected: (day) => `تاريخ الربط: ${isolated(day)}`,
  providerGone: 'لم تعد متاحة هنا',
  connect: (provider) => `ربط ${isolated(provider)}`,

  agents: 'الوكلاء المرتبطون',
  agentsText: 'برامج سمحت لها بالتصرف نيابة عنك. يرى الآخرون عندما يكتب أحدها.',
  lastUsed: (ago) => `آخر استخدام ${isolated(ago)}`,
  onlyIn: 'فقط في',
  scopes: {
    'messages:read': 'قراءة الرسائل والملفات الشخصية والملفات',
    'messages:write': 'كتابة الرسائل والتفاعل معها',
    'drafts:write': 'حفظ المسودات',
    'status:write': 'تعيين الحالة',
    'teams:write': 'إنشاء القنوات وتغيير المجموعات',
  },
  disconnect: 'فصل',
  endAgent: (name) => `فصل ${isolated(name)}`,
  endAgentText: 'لن يتمكن من القراءة أو الكتابة نيابة عنك. يمكنك ربطه من جديد.',

  agentCalls: 'ما فعله الوكلاء',
  agentCallsText: 'أحدث 500 استدعاء. لا يراها غيرك.',
  agentActs: {
    send_message: 'أرسل رسالة',
    schedule_message: 'جدول رسالة',
    cancel_scheduled: 'ألغى رسالة مجدولة',
    edit_message: 'عدّل رسالة',
    react: 'تفاعل مع رسالة',
    mark_read: 'وضع علامة مقروءة على رسائل',
    save_draft: 'حفظ مسودة',
  },
  agentRead: 'قرأ',
  agentRefused: 'مرفوض',
  agentMessage: 'عرض الرسالة',
  allAgentCalls: 'عرض الكل',
}
