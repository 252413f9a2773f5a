// The text about the directory of the organization, in Arabic.

import type { directoryWords as English } from '../en-directory'
import { isolated } from './grammar'

export const directoryWords: typeof English = {
  title: 'الدليل',
  text: `يمكن لدليل مثل ${isolated('Okta')} أو ${isolated('Entra')} إنشاء الحسابات والمجموعات هنا وتغييرها وإغلاقها عبر ${isolated('SCIM')}.`,
  address: 'العنوان الخاص بالدليل:',
  none: 'لا رموز وصول بعد.',
  add: 'رمز وصول جديد',
  create: 'إنشاء رمز وصول',
  description: 'الاسم، مثل اسم الدليل',
  token: 'رمز وصول الدليل',
  nameless: (id) => `رمز الوصول ${id}`,
  madeBy: (name, day) => `أنشأه ${isolated(name)}، ${isolated(day)}`,
  lastUsed: (ago) => `آخر استخدام ${isolated(ago)}`,
  neverUsed: 'لم يُستخدم قط',
  replace: 'استبدال',
  replaceItem: (name) => `استبدال ${isolated(name)}`,
  removeText: 'سيُرفض الطلب التالي من أي دليل يستخدم رمز الوصول هذا.',
  full: 'رمزا وصول صالحان الآن. أدخل الجديد في الدليل، ثم أزل القديم.',
}
