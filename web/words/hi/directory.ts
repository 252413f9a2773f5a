// The text about the directory of the organization, in Hindi.

import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: 'डायरेक्ट्री',
  text: 'Okta या Entra जैसी डायरेक्ट्री SCIM से यहां खाते और ग्रुप बना सकती है, बदल सकती है और बंद कर सकती है।',
  address: 'डायरेक्ट्री के लिए पता:',
  none: 'अभी कोई टोकन नहीं है।',
  add: 'नया टोकन',
  create: 'टोकन बनाएं',
  description: 'नाम, जैसे डायरेक्ट्री का नाम',
  token: 'डायरेक्ट्री का टोकन',
  nameless: (id) => `टोकन ${id}`,
  madeBy: (name, day) => `${name} ने बनाया, ${day}`,
  lastUsed: (ago) => `पिछला इस्तेमाल ${ago}`,
  neverUsed: 'कभी इस्तेमाल नहीं हुआ',
  replace: 'बदलें',
  replaceItem: (name) => `${name} को बदलें`,
  removeText: 'इस टोकन वाली डायरेक्ट्री का अगला अनुरोध अस्वीकार किया जाएगा।',
  full: 'दो टोकन मान्य हैं। नया टोकन डायरेक्ट्री में डालें, फिर पुराना हटाएं।',
}
