import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: 'رابط ضيوف جديد',
  text: 'يفتح شخص بلا حساب الرابط ويكتب اسمًا، ثم يقرأ ويكتب في قناة واحدة. استخدم قناة خاصة لما يجوز للضيوف قراءته.',
  channel: 'القناة',
  expires: 'صالح لمدة',
  expiry: { 1440: 'يوم', 10_080: 'أسبوع', 43_200: 'شهر', 129_600: 'ثلاثة أشهر' },
  uses: (most) => `عدد الضيوف، ${most} على الأكثر`,
  leave: 'يغادر الضيوف عند انتهاء الرابط',
  create: 'إنشاء رابط ضيوف',
  link: 'رابط الضيوف',
  copy: 'نسخ',
  links: 'روابط الضيوف',
  none: 'لا توجد روابط للضيوف.',
  facts: (creator, uses, most) => `من ${creator}. استُخدم ${uses} من ${most} مرة،`,
  until: (time) => `حتى ${time}`,
  ended: 'انتهى',
  guests: 'الضيوف القادمون عبره',
  accept: 'الإبقاء كضيف',
  end: 'إنهاء',
  endText: 'لن يتمكن أحد من الدخول بهذا الرابط بعد الآن.',
  endGuests: (n) => `إنهاء حسابات ضيوفه أيضًا: ${n}`,
}
