// A lint rule for what `regexp/no-super-linear-move` cannot see: a match that begins with a letter,
// reads on without bound over letters among which the same beginning may stand again, and then may
// fail. Then it begins anew at each of them, and reads as far each time. `/"(?:[^"\\]|\\.)*"/` is
// one: a string that never ends and is full of escaped quotes is read once for each quote.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import {
  getConsumedChars,
  getFirstConsumedChar,
  isPotentiallyEmpty,
  toCache,
} from 'regexp-ast-analysis';

/**
 * @returns the text of the first quantifier that makes an expression read its input again and
 * again, or undefined
 */
export function restartOf(source, flags) {
  // Sticky expressions begin at one place only.
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
    let found;
    visitRegExpAST(alternative, {
      onQuantifierEnter(quantifier) {
        if (
          found !== undefined ||
          quantifier.max !== Infinity ||
          isInAssertion(quantifier, alternative) ||
          !mayFailBehind(quantifier, alternative, cache)
        )
          return;
        if (!getConsumedChars(quantifier, cache).chars.isDisjointWith(first.char))
          found = quantifier.raw;
      },
    });
    if (found !== undefined) return found;
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

/** It begins where the text does, and nowhere else. */
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
 * Whether something must still follow when it has read as far as it can: without that, the match
 * succeeds and the next one begins behind it.
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
        // No expression at all: the compiler says so where it is one.
        return;
      }
      if (quantifier !== undefined)
        context.report({ node, messageId: 'restart', data: { quantifier } });
    };
    return {
      'Literal[regex]': (node) => judge(node, node.regex.pattern, node.regex.flags),
      // Schemas carry theirs as text.
      ':matches(Property[key.name="pattern"], NewExpression[callee.name="RegExp"]) > Literal': (
        node,
      ) => {
        if (typeof node.value === 'string' && node.parent.key !== node) judge(node, node.value, '');
      },
    };
  },
};

export const plugin = { rules: { 'no-restart': rule } };
