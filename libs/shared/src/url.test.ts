import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkUrl, MAX_URL_UNITS, sameUrl, type UrlRefusal } from "./url.js";

function normalised(text: string): string | undefined {
  const check = checkUrl(text);
  return check.ok ? check.normalised : undefined;
}

function reason(text: string): UrlRefusal | "accepted" {
  const check = checkUrl(text);
  return check.ok ? "accepted" : check.reason;
}

/** Hosts of all kinds, good and hostile. */
const host = fc.oneof(
  fc.domain(),
  fc.domain().map((name) => name.toUpperCase()),
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom(
    "localhost",
    "xn--bcher-kva.example",
    "bücher.example",
    "BÜCHER.example",
    "bu\u0308cher.example",
    "straße.example",
    "例え.テスト",
    "ｅxample.com",
    "evil。com",
    "１２７.0.0.1",
    "a／b.com",
    "2130706433",
    "0x7f.1",
    "127.1",
    "1.2.3.4.5",
    "256.1.1.1",
    "ex%61mple.com",
    "%00",
    "a..b",
    ".",
    "a.",
    "a_b",
    "[::1]",
    "[::FFFF:1.2.3.4]",
    "[0:0:0:0:0:0:0:1]",
    "[fe80::1%25eth0]",
    "[::1",
    "::1",
    "",
    "*",
    "a|b",
    "xn--a",
    "xn--zz",
  ),
);
const port = fc.oneof(
  { arbitrary: fc.constant(""), weight: 3 },
  fc.constantFrom(
    ":",
    ":0",
    ":80",
    ":443",
    ":080",
    ":65535",
    ":65536",
    ":99999",
    ":+1",
    ":1e3",
    ":８０",
    ":80:80",
    ":a",
  ),
  fc.integer({ min: 0, max: 70000 }).map((number) => `:${number}`),
);
const userinfo = fc.oneof(
  { arbitrary: fc.constant(""), weight: 5 },
  fc.constantFrom("@", ":@", "a@", "a:b@", ":b@", "good.com@", "good.com%40", "good.com:80@", "@@", "a@b@"),
);
const scheme = fc.oneof(
  { arbitrary: fc.constantFrom("http://", "https://", "HTTP://", "hTTps://"), weight: 5 },
  fc.constantFrom(
    "http:/",
    "http:",
    "http:///",
    "http:\\\\",
    "https:/\\",
    "file://",
    "javascript:",
    "ftp://",
    "",
    "//",
    "-",
  ),
);
const tail = fc.oneof(
  fc.constantFrom(
    "",
    "/",
    "?",
    "#",
    "/?#",
    "/a/../B",
    "/%41",
    "/a%2Fb",
    "?q=A&b=%20",
    "#Frag",
    "/é?ü#ß",
    "/a\\b",
    "?a\\b",
  ),
  fc.webPath(),
  fc.string({ maxLength: 12 }).map((text) => `/${text}`),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const hostile = fc.constantFrom(
  ...Array.from(
    "\t\n\r \u0000\u001F\u007F\u0085\u00A0\u00AD\u061C\u200B\u200E\u200F\u2028\u2029\u202A\u202E\u2066\u2069\u3000\uFEFF",
  ),
  "\uD800",
  "\uDC00",
  "\u{E0001}",
  "\u{E0041}",
);

const builtUrl = fc.tuple(scheme, userinfo, host, port, tail).map((parts) => parts.join(""));
/** A built URL with one hostile character at any place. */
const spikedUrl = fc.tuple(builtUrl, fc.nat(), hostile).map(([url, place, spike]) => {
  const at = place % (url.length + 1);
  return url.slice(0, at) + spike + url.slice(at);
});
const anyUrl = fc.oneof(
  builtUrl,
  spikedUrl,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
);

describe("checkUrl", () => {
  it("accepts http and https URLs with a host and gives them back as they were", () => {
    for (const url of [
      "http://example.com",
      "https://example.com/A?b#c",
      "http://localhost:3000/",
      "https://[::1]:8443/x",
    ]) {
      expect(checkUrl(url)).toMatchObject({ ok: true, url });
    }
  });

  it("accepts about:blank in any case and nothing else of about:", () => {
    expect(checkUrl("About:BLANK")).toEqual({ ok: true, url: "About:BLANK", normalised: "about:blank" });
    for (const url of ["about:srcdoc", "about:blank#a", "about:blank?", "about:", "about:blank/"]) {
      expect(reason(url)).toBe("scheme");
    }
  });

  it("normalises scheme, host, default port and empty path, and nothing behind them", () => {
    expect(normalised("HTTPS://Example.COM:443")).toBe("https://example.com/");
    expect(normalised("http://Example.com:80/A/../%41?B=c#D")).toBe("http://example.com/A/../%41?B=c#D");
    expect(normalised("http://example.com:443?Q")).toBe("http://example.com:443/?Q");
    expect(normalised("http://example.com#F")).toBe("http://example.com/#F");
  });

  it("gives an international host its ASCII form and an IPv6 address its shortest", () => {
    expect(normalised("http://BÜCHER.example/ü")).toBe("http://xn--bcher-kva.example/ü");
    expect(normalised("http://bu\u0308cher.example/")).toBe("http://xn--bcher-kva.example/");
    expect(normalised("http://[0:0:0:0:0:0:0:1]/")).toBe("http://[::1]/");
  });

  it("still accepts an international host after the engine has optimised its URL functions", () => {
    let refused = 0;
    for (let call = 0; call < 20_000; call += 1) if (!checkUrl("http://bücher.example/").ok) refused += 1;
    expect(refused).toBe(0);
  });

  it("refuses the empty text", () => {
    expect(reason("")).toBe("empty");
  });

  it("accepts a URL of the greatest length and refuses one unit more", () => {
    const longest = "http://a/".padEnd(MAX_URL_UNITS, "x");
    expect(reason(longest)).toBe("accepted");
    expect(reason(`${longest}x`)).toBe("too_long");
  });

  it("refuses a dash at the start, which a program would take for an option", () => {
    expect(reason("--load-extension=/tmp/x")).toBe("leading_dash");
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "ftp://h/", "//h/", "h.com", "httpx://h"])(
    "refuses the scheme of %s",
    (url) => {
      expect(reason(url)).toBe("scheme");
    },
  );

  it.each(["http:h", "http:/h", "http:///h", "http://", "https://?q", "http://#f", "http:///", "http://:80/"])(
    "refuses %s, which has no host where a reader looks for it",
    (url) => {
      expect(reason(url)).toBe("host");
    },
  );

  it.each(["http://@h", "http://:@h", "http://a@h", "http://a:b@h/", "http://good.com:80@evil.com", "http://a@b@c"])(
    "refuses the user part of %s, even an empty one",
    (url) => {
      expect(reason(url)).toBe("userinfo");
    },
  );

  it("accepts an @ behind the host", () => {
    expect(reason("http://h/@a?b@c#d@e")).toBe("accepted");
  });

  it.each(["http://good.com\\@evil.com", "http:\\\\h", "http://h\\a", "http://h/a\\b", "https:/\\h"])(
    "refuses the backslash of %s, which browsers read as a slash",
    (url) => {
      expect(reason(url)).toBe("backslash");
    },
  );

  it("accepts a backslash in the query and fragment, where browsers keep it", () => {
    expect(reason("http://h/?a\\b#c\\d")).toBe("accepted");
    expect(new URL("http://h/?a\\b#c\\d").href).toBe("http://h/?a\\b#c\\d");
  });

  it.each([":", ":0", ":00080", ":65536", ":-1", ":+1", ":８０", ":80:80", ":a", ":99999999999999999999"])(
    "refuses the port %s",
    (text) => {
      expect(reason(`http://h${text}/`)).toBe("port");
    },
  );

  it("accepts the ports 1 and 65535", () => {
    for (const number of [1, 65535]) expect(normalised(`http://h:${number}/`)).toBe(`http://h:${number}/`);
  });

  it.each([
    "127.1",
    "0x7f.0.0.1",
    "2130706433",
    "017700000001",
    "ex%61mple.com",
    "ｅxample.com",
    "evil。com",
    "１２７.0.0.1",
    "a\u034Fb.com",
  ])("refuses the host %s, which browsers read as another one", (name) => {
    expect(new URL(`http://${name}/`).hostname).not.toBe(name);
    expect(reason(`http://${name}/`)).toBe("host");
  });

  it.each(["a..b", ".a", ".", "a b|c", "256.1.1.1", "[::g]", "[::1", "[::1]x", "a]b", "a<b", "*", "a'b", "℀.com"])(
    "refuses the malformed host %s",
    (name) => {
      expect(reason(`http://${name.replace(" ", "")}/`)).toBe("host");
    },
  );

  it("does not repeat the URL in a message, because it may hold a secret", () => {
    for (const url of [
      "http://user:hunter2@h/",
      "http://h:hunter2/",
      "hunter2://h",
      "http://hunter2..h/",
      "http://h/hunter2 ",
    ]) {
      const check = checkUrl(url);
      expect(check.ok ? "" : check.message).toMatch(/^(?!.*hunter2)./);
    }
  });

  it("refuses whitespace, control, format and broken characters at every position", () => {
    fc.assert(
      fc.property(hostile, fc.webUrl({ withFragments: true, withQueryParameters: true }), (spike, url) => {
        for (let at = 0; at <= url.length; at += 1) {
          const refused = reason(url.slice(0, at) + spike + url.slice(at));
          expect(["whitespace", "forbidden_character"]).toContain(refused);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("accepts every ordinary web URL and keeps its meaning", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(normalised(url)).toBeDefined();
        expect(new URL(normalised(url) ?? "").href).toBe(new URL(url).href);
      }),
    );
  });

  it("never accepts what the WHATWG parser refuses, or reads with another scheme, host, port or a user part", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyUrl, (text) => {
        const check = checkUrl(text);
        if (!check.ok) return;
        accepted += 1;
        const parsed = new URL(text);
        const site = /^(https?):\/\/(\[[^\]]*\]|[^/?#:]*)(?::([0-9]+))?([/?#].*)?$/i.exec(text);
        expect(site).not.toBeNull();
        const [, writtenScheme = "", writtenHost = "", writtenPort = ""] = site ?? [];
        expect(parsed.protocol).toBe(`${writtenScheme.toLowerCase()}:`);
        expect([parsed.username, parsed.password]).toEqual(["", ""]);
        expect(parsed.port === "" ? [80, 443] : [Number(parsed.port)]).toContain(
          writtenPort === "" ? (parsed.protocol === "http:" ? 80 : 443) : Number(writtenPort),
        );
        // A host of plain letters is read as written; the others only in their standard notation.
        if (/^[\w.-]*$/.test(writtenHost)) expect(parsed.hostname).toBe(writtenHost.toLowerCase());
        expect(text).not.toMatch(/[\s\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it("normalises to a URL that the WHATWG parser considers the same, with the host it would show", () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const check = checkUrl(text);
        if (!check.ok || check.normalised === "about:blank") return;
        const [given, normal] = [new URL(text), new URL(check.normalised)];
        expect(normal.href).toBe(given.href);
        expect(check.normalised.startsWith(`${given.origin}/`)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it("accepts what it normalised, and changes it no further", () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const once = normalised(text);
        if (once !== undefined && once.length <= MAX_URL_UNITS) expect(normalised(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("sameUrl", () => {
  it.each([
    ["HTTP://Example.com", "http://example.com/"],
    ["http://example.com:80/a", "http://example.com/a"],
    ["https://example.com:443", "https://EXAMPLE.com/"],
    ["http://example.com?q", "http://example.com/?q"],
    ["http://bücher.example/", "http://xn--bcher-kva.example/"],
    ["ABOUT:blank", "about:Blank"],
  ])("takes %s and %s for the same", (a, b) => {
    expect(sameUrl(a, b)).toBe(true);
    expect(sameUrl(b, a)).toBe(true);
  });

  it.each([
    ["http://h/a", "http://h/A"],
    ["http://h/a", "http://h/%61"],
    ["http://h/a", "http://h/a/"],
    ["http://h/a/../b", "http://h/b"],
    ["http://h/?q=a", "http://h/?q=A"],
    ["http://h/", "http://h/?"],
    ["http://h/", "http://h/#"],
    ["http://h/#a", "http://h/#A"],
    ["http://h/", "https://h/"],
    ["http://h:8080/", "http://h/"],
    ["http://h:443/", "http://h/"],
    ["http://h/", "http://h./"],
    ["http://h/", "about:blank"],
  ])("keeps %s and %s apart", (a, b) => {
    expect(sameUrl(a, b)).toBe(false);
    expect(sameUrl(b, a)).toBe(false);
  });

  it("is false for a refused URL, even beside itself", () => {
    for (const url of ["http://a@h/", "file:///x", "", "http://h/ "]) expect(sameUrl(url, url)).toBe(false);
  });

  it("never calls two URLs the same that the WHATWG parser keeps apart", () => {
    fc.assert(
      fc.property(anyUrl, anyUrl, (a, b) => {
        if (sameUrl(a, b) && normalised(a) !== "about:blank") expect(new URL(a).href).toBe(new URL(b).href);
      }),
      { numRuns: 2000 },
    );
  });
});
