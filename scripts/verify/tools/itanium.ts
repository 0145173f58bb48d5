/**
 * Reads as much of an Itanium-mangled name as it takes to find the function's own name: the grammar of
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling less expressions. Throws `Unknown` for what it does not
 * know; nothing is guessed.
 */
export class Unknown extends Error {}

/** The identifier that a part of a name ends in; null for operators, constructors and lambdas. */
type Name = string | null;

export class ItaniumReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  /** The identifier of the function whose symbol this is; its template arguments, if it ends in some, are not read. */
  functionName(): Name {
    if (this.#take(/N/)) return this.#nested();
    if (this.#take(/Z/)) return this.#local();
    if (this.#take(/St/) === undefined && this.#looking(/S/)) {
      this.#substitution();
      return null;
    }
    return this.#unqualified();
  }

  #name(): Name {
    const name = this.functionName();
    this.#withArguments();
    return name;
  }

  #take(pattern: RegExp): string | undefined {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = this.#at;
    const match = found.exec(this.#text);
    if (match === null) return undefined;
    this.#at = found.lastIndex;
    return match[0];
  }

  #looking(pattern: RegExp): boolean {
    const before = this.#at;
    const found = this.#take(pattern) !== undefined;
    this.#at = before;
    return found;
  }

  #need(pattern: RegExp): string {
    const found = this.#take(pattern);
    if (found === undefined) throw new Unknown(`${this.#text} at ${this.#at}`);
    return found;
  }

  #withArguments(): void {
    if (this.#looking(/I/)) this.#templateArguments();
  }

  /** After `N`: qualifiers, then one part after another up to `E`. */
  #nested(): Name {
    this.#take(/[rVK]*[RO]?/);
    let last: Name = null;
    while (this.#take(/E/) === undefined) {
      if (this.#looking(/I/)) this.#templateArguments();
      else if (this.#take(/St/)) last = null;
      else if (this.#looking(/S/)) this.#substitution();
      else if (this.#looking(/T/)) this.#templateParameter();
      else last = this.#unqualified();
    }
    return last;
  }

  /** After `Z`: the enclosing function, then what is declared inside it, which is no function of its own. */
  #local(): null {
    this.#encoding();
    this.#need(/E/);
    if (this.#take(/s/) === undefined) {
      this.#take(/d\d*_/);
      this.#name();
    }
    this.#take(/__\d+_|_\d/);
    return null;
  }

  /** <encoding>: a name, and a function's parameter types. */
  #encoding(): void {
    this.#name();
    while (this.#at < this.#text.length && !this.#looking(/E/)) this.#type();
  }

  #unqualified(): Name {
    this.#take(/L/);
    let name: Name = null;
    if (this.#looking(/\d/)) name = this.#source();
    else if (this.#take(/Ul/)) {
      while (this.#take(/E/) === undefined) this.#type();
      this.#need(/\d*_/);
    } else if (this.#take(/cv/)) this.#type();
    else if (this.#take(/li/)) this.#source();
    else this.#need(/Ut\d*_|C[1-5]|D[0-5]|[a-z][a-zA-Z]/);
    while (this.#take(/B/)) this.#source();
    return name;
  }

  /** <source-name>: a length and that many characters. */
  #source(): string {
    const length = Number(this.#need(/\d+/));
    const name = this.#text.slice(this.#at, this.#at + length);
    if (length === 0 || name.length < length) throw new Unknown(this.#text);
    this.#at += length;
    return name;
  }

  #substitution(): void {
    this.#need(/S[0-9A-Z]*_|S[absiod]/);
  }

  #templateParameter(): void {
    this.#need(/T\d*_/);
  }

  #templateArguments(): void {
    this.#need(/I/);
    while (this.#take(/E/) === undefined) this.#templateArgument();
  }

  #templateArgument(): void {
    if (this.#take(/J/)) {
      while (this.#take(/E/) === undefined) this.#templateArgument();
    } else if (this.#take(/Xad/)) {
      this.#literal();
      this.#need(/E/);
    } else if (this.#looking(/L/)) this.#literal();
    else this.#type();
  }

  #literal(): void {
    this.#need(/L/);
    if (this.#take(/_Z/)) this.#encoding();
    else {
      this.#type();
      this.#take(/n?[0-9a-f]*(?:_n?[0-9a-f]+)?/);
    }
    this.#need(/E/);
  }

  #type(): void {
    if (this.#take(/[PROKVrCG]|Dp|U(?=\d)/)) {
      if (this.#text[this.#at - 1] === 'U') {
        this.#source();
        this.#withArguments();
      }
      this.#type();
    } else if (this.#take(/D[defhisuacn]|DF\d+[_xb]|[vwbcahstijlmxynofdegz]/)) return;
    else if (this.#take(/(?:Do)?F/)) {
      this.#take(/Y/);
      while (this.#take(/[RO]?E/) === undefined) this.#type();
    } else if (this.#take(/A\d*_|Dv\d+_/)) this.#type();
    else if (this.#take(/M/)) {
      this.#type();
      this.#type();
    } else if (this.#take(/u/)) {
      this.#source();
      this.#withArguments();
    } else if (this.#looking(/T\d*_/)) {
      this.#templateParameter();
      this.#withArguments();
    } else if (this.#take(/T[sue]/)) this.#name();
    else if (this.#looking(/S[0-9A-Z]*_|S[absiod]|S(?=t)|[NZ\d]/)) this.#name();
    else throw new Unknown(`${this.#text} at ${this.#at}`);
  }
}
