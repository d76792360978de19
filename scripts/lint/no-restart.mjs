// A lint rule for matches that `regexp/no-super-linear-move` cannot see: a match that begins with a
// letter, reads on without bound over letters that contain the same beginning, and then may fail.
// It begins anew at each of them, and reads as far each time. `/"(?:[^"\\]|\\.)*"/` is one: a
// string that never ends and is full of escaped quotes is read once for each quote.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import {
  getConsumedChars,
  getFirstConsumedChar,
  isPotentiallyEmpty,
  toCache,
} from 'regexp-ast-analysis';

/**
 * @returns the text of the first quantifier that makes an expression read its input repeatedly, or
 *   undefined
 */
export function restartOf(source, flags) {
  // Sticky expressions begin at one position only.
  if (flags.includes('y')) return undefined;
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const cache = toCache({
    dotAll: false,
    global: false,
    hasIndices: false,
    ignoreCase: false,
    multiline: false,
    sticky: false,
    unicode: false,
    unicodeSets: false,
    ...namesOf(flags),
  });
  for (const alternative of pattern.alternatives) {
    if (isAnchored(alternative, flags)) continue;
    const first = getFirstConsumedChar(alternative, 'ltr', cache);
    let restarting;
    visitRegExpAST(alternative, {
      onQuantifierEnter(quantifier) {
        if (
          restarting !== undefined ||
          quantifier.max !== Infinity ||
          isInAssertion(quantifier, alternative) ||
          !mayFailBehind(quantifier, alternative, cache)
        )
          return;
        if (!getConsumedChars(quantifier, cache).chars.isDisjointWith(first.char))
          restarting = quantifier.raw;
      },
    });
    if (restarting !== undefined) return restarting;
  }
  return undefined;
}

function namesOf(flags) {
  const names = {
    d: 'hasIndices',
    g: 'global',
    i: 'ignoreCase',
    m: 'multiline',
    s: 'dotAll',
    u: 'unicode',
    v: 'unicodeSets',
    y: 'sticky',
  };
  return Object.fromEntries([...flags].map((flag) => [names[flag], true]));
}

/** Whether the match can begin only at the start of the text. */
function isAnchored(alternative, flags) {
  const [element] = alternative.elements;
  if (element?.type === 'Assertion') return element.kind === 'start' && !flags.includes('m');
  if (element?.type === 'Quantifier')
    return element.min > 0 && isAnchored({ elements: [element.element] }, flags);
  return (
    element !== undefined &&
    'alternatives' in element &&
    element.alternatives.every((inner) => isAnchored(inner, flags))
  );
}

function isInAssertion(node, top) {
  for (let at = node.parent; at !== null && at !== top; at = at.parent)
    if (at.type === 'Assertion') return true;
  return false;
}

/**
 * Whether more must match after the node has read as far as it can. Otherwise the match succeeds
 * and the next one begins behind it.
 */
function mayFailBehind(node, top, cache) {
  for (let at = node; at !== top; at = at.parent) {
    const { parent } = at;
    if (parent.type !== 'Alternative') continue;
    const behind = parent.elements.slice(parent.elements.indexOf(at) + 1);
    if (
      behind.some((element) => element.type === 'Assertion' || !isPotentiallyEmpty(element, cache))
    )
      return true;
  }
  return false;
}

const MESSAGE =
  'A match that fails behind `{{quantifier}}` begins again within what that has read: quadratic time. Anchor it, exclude its first letter there, or read by hand.';

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'problem', schema: [], messages: { restart: MESSAGE } },
  create(context) {
    const judge = (node, source, flags) => {
      let quantifier;
      try {
        quantifier = restartOf(source, flags);
      } catch {
        // Not a valid expression; the compiler reports that.
        return;
      }
      if (quantifier !== undefined)
        context.report({ node, messageId: 'restart', data: { quantifier } });
    };
    return {
      'Literal[regex]': (node) => judge(node, node.regex.pattern, node.regex.flags),
      // Schemas have expressions as strings.
      ':matches(Property[key.name="pattern"], NewExpression[callee.name="RegExp"]) > Literal': (
        node,
      ) => {
        if (typeof node.value === 'string' && node.parent.key !== node) judge(node, node.value, '');
      },
    };
  },
};

export const plugin = { rules: { 'no-restart': rule } };
