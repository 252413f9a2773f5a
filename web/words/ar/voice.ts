// The text around voice messages, in Arabic.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('ar')

export const voiceWords: typeof English = {
  named: (length: string) => `رسالة صوتية، ${length}`,
  link: (length: string) => `رسالة صوتية (${length})`,
  play: 'تشغيل',
  pause: 'إيقاف مؤقت',
  place: 'الموضع في الرسالة الصوتية',
  placeOf: (at: string, length: string) => `${at} من ${length}`,
  speed: (rate: number) => `السرعة: ${decimal.format(rate)}×`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'فتح الملف',
  cannotPlay: 'لا يستطيع هذا المتصفح تشغيل الملف. افتحه لحفظه.',
  text: 'النص',
  transcribing: 'النموذج اللغوي يستمع…',
  noWords: 'لم يسمع النموذج اللغوي أي كلمات.',
  recorder: 'تسجيل رسالة صوتية',
  asking: 'اسمح لهذه الصفحة باستخدام الميكروفون.',
  recording: 'جارٍ التسجيل',
  stop: 'إيقاف التسجيل',
  discard: 'تجاهل',
  discarded: 'تم تجاهل الرسالة الصوتية.',
  longest: (minutes: number) => `أقصى مدة للرسالة الصوتية بالدقائق: ${minutes}. تم تسجيلها حتى هنا.`,
  largest: (mebibytes: number) => `الحجم الأقصى للملف ${mebibytes} ميبيبايت. تم تسجيل الرسالة الصوتية حتى هنا.`,
  silent: 'لم يُسجَّل شيء. حاول مرة أخرى.',
  refused: 'لا يسمح المتصفح لهذه الصفحة باستخدام الميكروفون. اسمح به في إعدادات الصفحة، ثم حاول مرة أخرى.',
  absent: 'لم يُعثر على ميكروفون. وصّل واحدًا، ثم حاول مرة أخرى.',
  busy: 'لا يمكن استخدام الميكروفون. ربما يستخدمه برنامج آخر.',
  impossible: 'لا يستطيع هذا المتصفح تسجيل الصوت.',
  noUploads: 'لا تسمح هذه المؤسسة بالملفات، وبالتالي لا تسمح بالرسائل الصوتية.',
  sending: (share: string) => `جارٍ الإرسال، ${share}`,
  kept: (place: string) => `لم تُرسل بعد الرسالة الصوتية إلى ${place}.`,
}
