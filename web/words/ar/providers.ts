// The text about identity providers, in Arabic.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'موفّرو الهوية',
  text: 'خدمات يسجّل الأعضاء الدخول بها، فلا يحتاجون إلى كلمة مرور هنا.',
  none: 'لا موفّري هوية بعد.',
  add: 'موفّر هوية جديد',
  kind: 'النوع',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'المعرّف المستخدم في العنوان: أحرف لاتينية وأرقام',
  displayName: 'الاسم في صفحة تسجيل الدخول',
  issuer: 'جهة الإصدار (عنوان)',
  clientId: 'معرّف العميل',
  clientSecret: 'المفتاح السري للعميل',
  appleKey: 'المفتاح الخاص',
  teamId: 'معرّف الفريق',
  keyId: 'معرّف المفتاح',
  domains: 'موثوق به لنطاقات البريد الإلكتروني هذه',
  domainsText: 'يمكنه تسجيل الدخول باسم كل من لديه عنوان مؤكَّد فيها. اتركه فارغًا إذا لم تكن متأكدًا.',
  redirect: 'عنوان إعادة التوجيه المطلوب تسجيله هناك:',
  fromDeployment: 'من إعدادات النشر',
  test: 'اختبار',
  works: 'استجاب الموفّر، وقبِل المفتاح السري.',
}
