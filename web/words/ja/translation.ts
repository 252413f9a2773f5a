import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: 'この翻訳は、母語話者による確認を受けていません。',
  correct: '修正する',
  text: 'テキストを検索し、より良い訳を書いてください。{name} のように波かっこで囲まれた部分は置き換えられます。数によって変わるテキストでは、引用符で囲まれた言葉だけが訳文です。',
  where:
    '修正をコピーし、組織の管理者にメッセージで送ってください。管理者はそれをプロジェクトに課題（issue）として報告できます。',
  onlyHere: '修正はこのブラウザーにだけ保存されています。',
  find: 'テキストを検索',
  none: 'この言葉を含むテキストはありません。',
  copy: (corrections) => `修正をコピー（${corrections}）`,
  deleteAll: '修正を削除',
}
