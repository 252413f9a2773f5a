import type { taskWords as English } from '../en-tasks'
import { isolated } from './grammar'

export const taskWords: typeof English = {
  region: 'الخطوات الأولى',
  title: (realm) => `إعداد ${isolated(realm)}`,
  text: 'أربع خطوات، وتكتمل كل خطوة حين تتحقق فعلًا. يمكنك المغادرة والعودة.',
  tasks: {
    profile: {
      name: 'الاسم والصورة',
      text: 'ليتعرف الناس على المؤسسة.',
      open: 'تغيير',
    },
    channels: {
      name: 'قنوات للبداية',
      text: 'كل من ينضم يكون فيها. من دونها لا يرى الأعضاء الجدد شيئًا.',
      open: 'اختيار',
    },
    people: {
      name: 'الأشخاص',
      text: 'بالبريد، أو برابط واحد لكثيرين. يبدؤون في قناتك الأولى.',
      open: 'دعوة',
    },
    notifications: {
      name: 'ما الذي يجوز أن ينبّهك',
      text: 'يسأل المتصفح مرة واحدة، ويبقى صامتًا حتى ذلك الحين.',
      open: 'قرار',
    },
  },
  previews: {
    name: 'إظهار الصفحات المرتبطة',
    text: 'عنوان الصفحة ونصها وصورتها أسفل الرسالة. يطلبها هذا الخادم من الصفحة.',
  },
  done: 'تم',
  openOf: (open, name) => `${open}: ${name}`,
  channels: ['عام', 'مساعدة', 'استراحة'],
  create: (count) => (count === 1 ? 'إنشاء قناة واحدة' : `إنشاء ${count} قنوات`),
  another: 'قناة أخرى',
  afterChannels: 'بعد القنوات',
  import: 'بدلًا من ذلك، انقل كل شيء من Slack أو Zulip أو خادم آخر',
  hide: 'إخفاء',
  step: (at, all, name) => `الخطوة ${at} من ${all}: ${name}`,
  next: (name) => `التالي: ${isolated(name)}`,
  welcome: (name) => `مرحبًا بك يا ${isolated(name)}`,
  choose: (count, realm) =>
    count === 1
      ? `أنت في قناة واحدة من ${isolated(realm)}. اختر غيرها، ويمكنك مغادرة أي منها.`
      : `أنت في ${count} من قنوات ${isolated(realm)}. اختر غيرها، ويمكنك مغادرة أي منها.`,
  open: (realm) => `فتح ${isolated(realm)}`,
  all: (count) => `عرض كل القنوات (${count})`,
}
