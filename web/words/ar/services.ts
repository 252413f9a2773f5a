import type { serviceWords as English } from '../en-services'
import { isolated } from './grammar'

export const serviceWords: typeof English = {
  title: 'الخدمات',
  text: 'تُبلغ خدمات مثل GitHub أو Grafana هنا بما يحدث. اختر واحدة وأنشئ عنوانًا لها.',
  find: 'البحث عن خدمة',
  noneFound: 'لا توجد خدمة بهذا الاسم. يمكن لغيرها إرسال JSON أو ما يقبله Slack.',
  all: 'كل الخدمات',
  bot: 'الروبوت الذي يكتب الرسائل',
  chooseBot: 'اختر روبوتًا',
  newBot: (name) => `إنشاء الروبوت ${isolated(name)}`,
  onlyEvents: 'هذه الأحداث فقط',
  enter: (name) => `أدخل العنوان في ${isolated(name)}`,
  addressText: 'يحتوي العنوان على مفتاح الروبوت. تعامل معه ككلمة مرور.',
  noBot: 'اختر روبوتًا أو أنشئ واحدًا، فيظهر العنوان هنا.',
  template: 'اجعل الخدمة ترسل هذا:',
  categories: {
    'version-control': 'إدارة الإصدارات',
    'continuous-integration': 'التكامل المستمر',
    deployment: 'النشر',
    monitoring: 'المراقبة',
    'project-management': 'إدارة المشاريع',
    'customer-support': 'دعم العملاء',
    communication: 'التواصل',
    marketing: 'التسويق',
    financial: 'المالية',
    'human-resources': 'الموارد البشرية',
    productivity: 'الإنتاجية',
    entertainment: 'الترفيه',
    meta: 'لأي برنامج',
  },
}
