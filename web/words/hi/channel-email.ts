// The text of the email address of a channel, in Hindi.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'ईमेल पता',
  text: 'इस पते पर भेजे गए ईमेल चैनल में मैसेज बन जाते हैं, और ईमेल का विषय उनका विषय होता है। ईमेल आपके नाम से तभी दिखता है, जब आपकी ईमेल सेवा ने उस पर हस्ताक्षर किया हो। पता जानने वाला हर कोई चैनल में लिख सकता है।',
  none: 'इस सर्वर पर ईमेल नहीं आते।',
  copy: 'पता कॉपी करें',
  choose: 'मैसेज में',
  options: {
    'show-sender': 'दिखाएं कि ईमेल किसने भेजा',
    'include-footer': 'हस्ताक्षर रखें',
    'include-quotes': 'कोट किया गया ईमेल रखें',
    'prefer-html': 'बोल्ड, लिंक और सूचियां रखें',
  },
  replace: 'पता बदलें',
  replaceText: 'आपके पुराने पते पर भेजे गए ईमेल भेजने वालों को लौट जाएंगे। दूसरों के पते वही रहेंगे।',
}
