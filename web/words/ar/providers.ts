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
  groups: 'المجموعات',
  groupsText:
    'عند كل تسجيل دخول ينضم العضو إلى المجموعات التي توجد قيمتها في المطالبة، ويغادر بقية مجموعات هذه القائمة. وتبقى المجموعات الأخرى كما هي.',
  claim: 'المطالبة (claim)',
  claimScope: 'النطاق (scope) الذي يطلبها',
  claimValue: 'القيمة',
  group: 'المجموعة',
  addGroup: 'إضافة مجموعة',
  groupsSaved: 'تتبع المجموعات الموفّر ابتداءً من تسجيل الدخول التالي.',
  groupRights: (names: string) => `لأعضاء هذه المجموعات صلاحيات المشرفين: ${names}`,
  confirmRights: 'يقرر الموفّر من له هذه الصلاحيات',
}
