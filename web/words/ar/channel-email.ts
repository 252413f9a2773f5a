// The text of the email address of a channel, in Arabic.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'عنوان البريد الإلكتروني',
  text: 'تصبح رسائل البريد المرسلة إلى هذا العنوان رسائل في القناة، ويصبح عنوانها موضوعًا. لا تظهر الرسالة باسمك إلا إذا وقّعها مزوّد بريدك. كل من يعرف العنوان يمكنه الكتابة في القناة.',
  none: 'لا يستقبل هذا الخادم رسائل البريد الإلكتروني.',
  copy: 'نسخ العنوان',
  choose: 'في الرسائل',
  options: {
    'show-sender': 'إظهار مرسل البريد',
    'include-footer': 'الإبقاء على التوقيع',
    'include-quotes': 'الإبقاء على البريد المقتبس',
    'prefer-html': 'الإبقاء على الخط العريض والروابط والقوائم',
  },
  replace: 'استبدال العنوان',
  replaceText: 'ستعود الرسائل المرسلة إلى عنوانك القديم إلى مرسليها. تبقى عناوين الآخرين كما هي.',
}
