// The sections of the settings of the organization, in Arabic.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': 'الاسم والصور',
  'organization/settings': 'القواعد',
  'organization/permissions': 'الأذونات',
  'organization/users': 'الأشخاص',
  'organization/invitations': 'الدعوات',
  'organization/groups': 'المجموعات',
  'organization/folders': 'مجلدات القنوات',
  'organization/archived-channels': 'القنوات المؤرشفة',
  'organization/default-channels': 'القنوات الافتراضية',
  'organization/new-users': 'التفضيلات الافتراضية',
  'organization/emoji': 'الرموز التعبيرية',
  'organization/linkifiers': 'الروابط في النص',
  'organization/playgrounds': 'ساحات تجربة الشيفرة',
  'organization/commands': 'أوامر الشرطة المائلة',
  'organization/automations': 'العمليات الآلية',
  'organization/model': 'النموذج اللغوي',
  'organization/gifs': 'صور GIF والملصقات',
  'organization/profile-fields': 'حقول الملف الشخصي',
  'organization/domains': 'النطاقات المسموح بها',
  'organization/providers': 'موفّرو الهوية',
  'organization/directory': 'الدليل',
  'organization/mail': 'رسائل البريد',
  'organization/exports': 'عمليات التصدير',
  'organization/import': 'الاستيراد',
  'organization/audit-log': 'سجل التدقيق',
  'organization/discovery': 'الحفظ القانوني والبحث',
  'organization/usage': 'الاستخدام والتكلفة',
}
