import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere: 'कोई जिन संदेशों का सारांश या अनुवाद माँगता है, वे इस मॉडल को भेजे जाते हैं। मालिकों के चुनने से पहले कुछ नहीं भेजा जाता।',
  key: 'कुंजी',
  keyText: 'सर्वर इसे सिर्फ़ चुने गए पते पर भेजता है। यहाँ इसे कोई नहीं पढ़ सकता।',
  keyFor: (server: string) => `${server} के लिए कुंजी है।`,
  noKey: 'कोई कुंजी नहीं है।',
  saveKey: 'कुंजी सहेजें',
  try: 'आज़माएँ',
  tryText: 'मॉडल से एक शब्द माँगता है। वह संगठन का कुछ नहीं पढ़ता।',
  tryButton: 'मॉडल से पूछें',
  answered: (text: string) => `मॉडल का जवाब: ${text}`,
  usage: 'सवाल और टोकन',
  usageText: 'पिछले 30 दिन, UTC में। टोकन की क़ीमत मॉडल चलाने वाला बताता है।',
  none: 'मॉडल से किसी ने नहीं पूछा।',
  heads: {
    day: 'दिन',
    requests: 'सवाल',
    failures: 'असफल',
    input_tokens: 'पढ़े टोकन',
    output_tokens: 'लिखे टोकन',
  },
}
