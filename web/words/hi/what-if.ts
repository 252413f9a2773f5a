import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: 'क्या बदलेगा',
  loseChannel: 'चैनल अब नहीं देखेंगे',
  gainChannel: 'चैनल अब देखेंगे',
  loseMessages: 'कम संदेश पढ़ सकेंगे',
  gainMessages: 'ज़्यादा संदेश पढ़ सकेंगे',
  messages: 'संदेश',
  people: 'लोग',
  losePeople: 'कम लोगों को देखेंगे',
  gainPeople: 'ज़्यादा लोगों को देखेंगे',
  direct: 'सीधे संदेश',
  notSaved: 'सहेजा नहीं गया',
  moreChannels: (n: number) => `और चैनल: ${n}`,
  uncounted: (n: number) => `न गिने गए अतिथि: ${n}`,
  expired: (place: string, before: number, after: number) => `${place}: हटाए जाने वाले संदेश: ${after} (अभी: ${before})`,
}
