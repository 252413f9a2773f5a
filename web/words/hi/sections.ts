// The sections of the settings of the organization, in Hindi.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': 'नाम और इमेज',
  'organization/settings': 'नियम',
  'organization/permissions': 'अनुमतियां',
  'organization/users': 'लोग',
  'organization/invitations': 'न्योते',
  'organization/groups': 'ग्रुप',
  'organization/folders': 'चैनल फ़ोल्डर',
  'organization/archived-channels': 'आर्काइव किए हुए चैनल',
  'organization/default-channels': 'डिफ़ॉल्ट चैनल',
  'organization/new-users': 'डिफ़ॉल्ट पसंद',
  'organization/emoji': 'इमोजी',
  'organization/linkifiers': 'टेक्स्ट में लिंक',
  'organization/playgrounds': 'कोड प्लेग्राउंड',
  'organization/commands': 'स्लैश कमांड',
  'organization/automations': 'स्वचालन',
  'organization/model': 'भाषा मॉडल',
  'organization/gifs': 'GIF और स्टिकर',
  'organization/profile-fields': 'प्रोफ़ाइल फ़ील्ड',
  'organization/domains': 'मंज़ूर डोमेन',
  'organization/providers': 'आइडेंटिटी प्रोवाइडर',
  'organization/directory': 'डायरेक्ट्री',
  'organization/mail': 'ईमेल',
  'organization/exports': 'एक्सपोर्ट',
  'organization/import': 'इंपोर्ट',
  'organization/audit-log': 'ऑडिट लॉग',
  'organization/discovery': 'रोक और खोज',
  'organization/usage': 'इस्तेमाल और खर्च',
}
