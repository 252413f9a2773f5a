// The text of channel folders and of sets of channels, in Hindi.

import type { folderWords as English } from '../en-folders'

export const folderWords: typeof English = {
  text: 'क्लाइंट एक फ़ोल्डर के चैनल साथ में और इसी क्रम में दिखाते हैं।',
  none: 'अभी कोई फ़ोल्डर नहीं है।',
  newFolder: 'नया फ़ोल्डर',
  channels: (channels) => `${channels} चैनल`,
  inside: 'इसमें मौजूद चैनल',
  onlyEmpty: 'सिर्फ़ खाली फ़ोल्डर को आर्काइव किया जा सकता है।',

  archivedText: 'इनके मैसेज पढ़े जा सकते हैं। वापस लाए गए चैनलों में फिर से लिखा जा सकता है।',
  noArchived: 'कोई चैनल आर्काइव नहीं है।',

  sets: 'चैनलों के सेट',
  setsText: 'शामिल होने वाले लोग ये सेट चुन सकते हैं। डिफ़ॉल्ट चैनल किसी सेट में नहीं होता।',
  noSets: 'अभी कोई सेट नहीं है।',
  newSet: 'नया सेट',
}
