import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: 'सारांश बनाएँ',
  summarizeUnread: 'अपठित संदेशों का सारांश बनाएँ',
  translate: 'अनुवाद करें',
  asking: 'भाषा मॉडल पढ़ रहा है…',
  byModel: 'यह भाषा मॉडल ने लिखा है। इसमें गलती हो सकती है।',
  read: (n: number) => `पढ़े गए संदेश: ${n}`,
  onlyNewest: 'पुराने संदेश नहीं पढ़े गए।',
  onlyUnread: 'सिर्फ़ अपठित संदेश',
  noPoints: 'भाषा मॉडल को कहने के लिए कुछ नहीं मिला।',
  showMessage: (n: number) => `संदेश ${n} दिखाएँ`,
  language: 'भाषा',
  again: 'फिर कोशिश करें',
}
