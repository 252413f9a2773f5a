import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: '此译文尚未经过母语者审校。',
  correct: '修改译文',
  text: '查找一段文字，并写出更好的译文。花括号中的内容（例如 {name}）会被替换。如果文字随数字变化，则只有引号中的词是文字。',
  where: '复制你的修改，并用消息发给你所在组织的管理员。管理员可以把它们作为问题（issue）报告给项目。',
  onlyHere: '你的修改只保存在此浏览器中。',
  find: '查找文字',
  none: '没有文字包含这些词。',
  copy: (corrections) => `复制修改（${corrections}）`,
  deleteAll: '删除修改',
}
