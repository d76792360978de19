import { Link } from 'react-router';
import type { Option } from '../model/round.ts';

/** An option, as a link to the page about it where there is one. */
export function OptionName({ option: { name, link } }: { readonly option: Option }) {
  if (link === '') return name;
  if (link.startsWith('/')) return <Link to={link}>{name}</Link>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}
