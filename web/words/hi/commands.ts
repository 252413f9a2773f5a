// What each command does, in Hindi.

import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: 'यह सिर्फ़ आपको दिखता है।',
  pong: 'सर्वर चल रहा है।',
  commands: {
    me: 'बताएं कि आप क्या कर रहे हैं: “/me हाथ हिलाते हैं”',
    poll: 'पोल: “/poll सवाल”, फिर हर लाइन में एक विकल्प',
    todo: 'काम की सूची: “/todo शीर्षक”, फिर हर लाइन में एक काम',
    dark: 'गहरे रंग वाली थीम',
    light: 'हल्के रंग वाली थीम',
    'fluid-width': 'मैसेज विंडो जितने चौड़े',
    'fixed-width': 'मैसेज पढ़ने में आसान चौड़ाई के',
    ping: 'जांचें कि सर्वर चल रहा है या नहीं',
  },
}
