import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere: 'الرسائل التي يطلب أحد تلخيصها أو ترجمتها تُرسل إلى هذا النموذج. لا يُرسل شيء قبل أن يختار المالكون نموذجًا.',
  key: 'المفتاح',
  keyText: 'يرسله الخادم إلى العنوان المختار فقط، ولا يمكن لأحد قراءته هنا.',
  keyFor: (server: string) => `يوجد مفتاح لـ ${server}.`,
  noKey: 'لا يوجد مفتاح.',
  saveKey: 'حفظ المفتاح',
  try: 'تجربة',
  tryText: 'يطلب من النموذج كلمة واحدة، ولا يقرأ شيئًا من المؤسسة.',
  tryButton: 'سؤال النموذج',
  answered: (text: string) => `أجاب النموذج: ${text}`,
  usage: 'الأسئلة والرموز',
  usageText: 'آخر 30 يومًا بالتوقيت العالمي. يحدد مشغّل النموذج ثمن الرمز.',
  none: 'لم يسأل أحد النموذج.',
  heads: {
    day: 'اليوم',
    requests: 'الأسئلة',
    failures: 'الفاشلة',
    input_tokens: 'رموز مقروءة',
    output_tokens: 'رموز مكتوبة',
  },
}
