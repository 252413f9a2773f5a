// The text around voice messages, in Hindi.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('hi')

export const voiceWords: typeof English = {
  named: (length: string) => `वॉइस संदेश, ${length}`,
  link: (length: string) => `वॉइस संदेश (${length})`,
  play: 'चलाएँ',
  pause: 'रोकें',
  place: 'वॉइस संदेश में स्थान',
  placeOf: (at: string, length: string) => `${length} में से ${at}`,
  speed: (rate: number) => `गति: ${decimal.format(rate)} गुना`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'फ़ाइल खोलें',
  cannotPlay: 'यह ब्राउज़र फ़ाइल नहीं चला सकता। सहेजने के लिए उसे खोलें।',
  text: 'पाठ',
  transcribing: 'भाषा मॉडल सुन रहा है…',
  noWords: 'भाषा मॉडल को कोई शब्द नहीं सुनाई दिया।',
  recorder: 'वॉइस संदेश रिकॉर्ड करें',
  asking: 'इस पेज को माइक्रोफ़ोन इस्तेमाल करने दें।',
  recording: 'रिकॉर्डिंग चल रही है',
  stop: 'रिकॉर्डिंग रोकें',
  discard: 'हटाएँ',
  discarded: 'वॉइस संदेश हटा दिया गया।',
  longest: (minutes: number) => `वॉइस संदेश ज़्यादा से ज़्यादा ${minutes} मिनट का होता है। यहाँ तक रिकॉर्ड हुआ है।`,
  largest: (mebibytes: number) => `फ़ाइल ज़्यादा से ज़्यादा ${mebibytes} MiB की होती है। वॉइस संदेश यहाँ तक रिकॉर्ड हुआ है।`,
  silent: 'कुछ रिकॉर्ड नहीं हुआ। फिर से कोशिश करें।',
  refused: 'ब्राउज़र इस पेज को माइक्रोफ़ोन इस्तेमाल नहीं करने देता। पेज की सेटिंग में इसकी अनुमति दें और फिर से कोशिश करें।',
  absent: 'कोई माइक्रोफ़ोन नहीं मिला। एक जोड़ें और फिर से कोशिश करें।',
  busy: 'माइक्रोफ़ोन इस्तेमाल नहीं हो सकता। शायद कोई दूसरा प्रोग्राम उसे इस्तेमाल कर रहा है।',
  impossible: 'यह ब्राउज़र आवाज़ रिकॉर्ड नहीं कर सकता।',
  noUploads: 'यह संगठन फ़ाइलों की अनुमति नहीं देता, इसलिए वॉइस संदेशों की भी नहीं।',
  sending: (share: string) => `भेजा जा रहा है, ${share}`,
  kept: (place: string) => `${place} के लिए वॉइस संदेश अभी नहीं भेजा गया।`,
}
